//! As much JSON as options and error objects need.

/// The members of an object, each with the text of its value.
fn members(json: &str) -> Vec<(String, &str)> {
    let (mut members, mut name, mut start, mut depth, mut at) = (Vec::new(), None, 0, 0, 0);
    while let Some(found) = json[at..].find(['{', '[', ']', '}', '"', ',', ':']) {
        at += found + 1;
        match json.as_bytes()[at - 1] {
            b'{' | b'[' => depth += 1,
            b'"' => {
                let mut rest = &json[at..];
                let text = string(&mut rest);
                at = json.len() - rest.len();
                if depth == 1 && name.is_none() {
                    name = Some(text);
                }
            }
            b':' if depth == 1 => start = at,
            b':' => {}
            sign => {
                let ended = if depth == 1 { name.take() } else { None };
                members.extend(ended.map(|name| (name, json[start..at - 1].trim())));
                depth -= i32::from(sign != b',');
            }
        }
    }
    members
}

/// The text of a member of an object, and not of the objects in it.
pub(crate) fn member(json: &str, key: &str) -> Option<String> {
    let (_, value) = members(json).into_iter().find(|(name, _)| name == key)?;
    value.strip_prefix('"').map(|mut rest| string(&mut rest))
}

/// An object with members of ours before the caller's, without those that the caller has set.
pub(crate) fn with(ours: &[(&str, &str)], theirs: &str) -> String {
    let set = members(theirs);
    let rest = if theirs.is_empty() { "}" } else { theirs.trim_start().strip_prefix('{').unwrap_or(theirs) };
    let ours = ours.iter().filter(|(key, _)| set.iter().all(|(name, _)| name != key));
    let ours: Vec<String> = ours.map(|(key, value)| format!("{}:{value}", quoted(key))).collect();
    let comma = if ours.is_empty() || rest.trim_start().starts_with('}') { "" } else { "," };
    format!("{{{}{comma}{rest}", ours.join(","))
}

/// What a string says, from behind its first quote to its last one.
fn string(rest: &mut &str) -> String {
    let (mut units, mut chars) = (Vec::new(), rest.chars());
    while let Some(each) = chars.next().filter(|each| *each != '"') {
        let escaped = if each == '\\' { chars.next() } else { None };
        let each = match escaped.unwrap_or(each) {
            'u' if escaped.is_some() => {
                let digits: String = chars.by_ref().take(4).collect();
                units.push(u16::from_str_radix(&digits, 16).unwrap_or(0xfffd));
                continue;
            }
            'n' if escaped.is_some() => '\n',
            't' if escaped.is_some() => '\t',
            'r' if escaped.is_some() => '\r',
            'b' if escaped.is_some() => '\u{8}',
            'f' if escaped.is_some() => '\u{c}',
            other => other,
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
mod tests {
    use super::*;

    #[test]
    fn options_are_merged_as_values() {
        let ours = [("pull", "true"), ("emit", "\"each\"")];
        let merged = |theirs| with(&ours, theirs);
        assert_eq!(merged(""), r#"{"pull":true,"emit":"each"}"#);
        assert_eq!(merged(" { } "), r#"{"pull":true,"emit":"each" } "#);
        let inner = r#"{"a": {"pull": [1, {"emit": 2}]}, "b": "\"emit\": \"pull\"", "c": ["pull", "emit"]}"#;
        assert_eq!(merged(inner), format!(r#"{{"pull":true,"emit":"each",{}"#, &inner[1..]));
        assert_eq!(
            merged(r#"{"x": "pull", "em\u0069t" : "end"}"#),
            r#"{"pull":true,"x": "pull", "em\u0069t" : "end"}"#
        );
    }

    #[test]
    fn a_member_is_that_of_the_outer_object() {
        let json = r#"{"errors":[{"message":"inner"}],"a":{"path":"/inner"},"message":"two\nlines","b":"path"}"#;
        assert_eq!(member(json, "message").as_deref(), Some("two\nlines"));
        assert_eq!(member(json, "path"), None);
        assert_eq!(member(r#"{"path": 1}"#, "path"), None);
    }

    #[test]
    fn escapes_pass_in_both_directions() {
        let text = "a\u{1}\n\r\t\u{8}\u{c}\"\\/ä☃🛒";
        assert_eq!(member(&format!("{{\"a\":{}}}", quoted(text)), "a").as_deref(), Some(text));
        let escaped = r#"{"a":"a\u0001\n\r\t\b\f\"\\\/\u00e4\u2603\ud83d\uded2"}"#;
        assert_eq!(member(escaped, "a").as_deref(), Some(text));
    }
}
