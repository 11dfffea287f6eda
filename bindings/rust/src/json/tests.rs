use super::*;

#[test]
fn options_are_merged_as_values() {
    let ours = [("pull", "true"), ("emit", "\"each\"")];
    let merged = |theirs| with(&ours, theirs);
    assert_eq!(merged(""), r#"{"pull":true,"emit":"each"}"#);
    assert_eq!(merged(" { } "), r#"{"pull":true,"emit":"each" } "#);
    let inner = r#"{"a": {"pull": [1, {"emit": 2}]}, "b": "\"emit\": \"pull\"", "c": ["pull", "emit"]}"#;
    assert_eq!(merged(inner), format!(r#"{{"pull":true,"emit":"each",{}"#, &inner[1..]));
    assert_eq!(merged(r#"{"x": "pull", "em\u0069t" : "end"}"#), r#"{"pull":true,"x": "pull", "em\u0069t" : "end"}"#);
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
