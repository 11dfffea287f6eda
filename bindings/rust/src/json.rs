//! As much JSON as options and error objects need.

/// The text of the value that an object, and not one of the objects in it, has for a key.
fn value<'a>(json: &'a str, key: &str) -> Option<&'a str> {
    let (mut start, mut depth, mut is_text, mut is_escaped) = (0, 0, false, false);
    for (at, byte) in json.bytes().enumerate() {
        is_text ^= byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        if is_text {
            continue;
        }
        if depth == 1 && matches!(byte, b',' | b'}') {
            let mut rest = json[start..at].trim_start().strip_prefix('"')?;
            if string(&mut rest) == key {
                return Some(rest.trim_start().strip_prefix(':')?.trim());
            }
        }
        depth += i32::from(matches!(byte, b'{' | b'[')) - i32::from(matches!(byte, b'}' | b']'));
        if depth == 1 && matches!(byte, b'{' | b',') {
            start = at + 1;
        }
    }
    None
}

/// The text of a member of an object, and not of the objects in it.
pub(crate) fn member(json: &str, key: &str) -> Option<String> {
    value(json, key)?.strip_prefix('"').map(|mut rest| string(&mut rest))
}

/// An object with members of ours before the caller's, without those that the caller has set. An empty value is `{}`.
pub(crate) fn with(ours: &[(&str, &str)], theirs: &str) -> String {
    let rest = if theirs.is_empty() { "}" } else { theirs.trim_start().strip_prefix('{').unwrap_or(theirs) };
    let ours = ours.iter().filter(|(key, _)| value(theirs, key).is_none());
    let ours = ours.map(|(key, value)| format!("{}:{}", quoted(key), if value.is_empty() { "{}" } else { value }));
    let ours = ours.collect::<Vec<_>>().join(",");
    let comma = if ours.is_empty() || rest.trim_start().starts_with('}') { "" } else { "," };
    format!("{{{ours}{comma}{rest}")
}

/// What a string says, from behind its first quote to its last one.
fn string(rest: &mut &str) -> String {
    let (mut units, mut chars) = (Vec::new(), rest.chars());
    while let Some(each) = chars.next().filter(|each| *each != '"') {
        let escaped = if each == '\\' { chars.next() } else { None };
        let each = match escaped {
            Some('u') => {
                let digits: String = chars.by_ref().take(4).collect();
                units.push(u16::from_str_radix(&digits, 16).unwrap_or(0xfffd));
                continue;
            }
            Some(sign) => "nrtbf".find(sign).map_or(sign, |at| ['\n', '\r', '\t', '\u{8}', '\u{c}'][at]),
            None => each,
        };
        units.extend_from_slice(each.encode_utf16(&mut [0; 2]));
    }
    *rest = chars.as_str();
    String::from_utf16_lossy(&units)
}

/// A text as JSON.
pub(crate) fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|each| match each {
        '"' | '\\' => format!("\\{each}"),
        '\0'..='\x1f' => format!("\\u{:04x}", each as u32),
        _ => each.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

#[cfg(test)]
mod tests;
