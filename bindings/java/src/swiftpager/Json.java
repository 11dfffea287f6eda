package swiftpager;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** As much JSON as configs and error objects need. */
final class Json {
    private static final String TEXT = "\"((?:[^\"\\\\]++|\\\\.)*+)\"";
    /** A key with its value if that is a text, another text, or a bracket. */
    private static final Pattern TOKEN = Pattern.compile(TEXT + "(?::" + TEXT + ")?|[{}\\[\\]]");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

    private Json() {}

    /** The text of maps, iterables, strings, numbers, booleans and null. */
    static String encode(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(each -> quoted(each.getKey().toString()) + ":" + encode(each.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Iterable<?> list) {
            return StreamSupport.stream(list.spliterator(), false).map(Json::encode)
                    .collect(Collectors.joining(",", "[", "]"));
        }
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof CharSequence text) {
            return quoted(text);
        }
        throw new IllegalArgumentException(
                "JSON has no " + value.getClass().getName()
                        + ": give a map, an iterable, a string, a number or a boolean");
    }

    /** The text of two maps as one, with the second one's value of a key that both have. */
    static String merged(Map<String, ?> first, Map<String, ?> second) {
        Map<String, Object> all = new HashMap<>(first);
        all.putAll(second);
        return encode(all);
    }

    private static String quoted(CharSequence text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(each -> quoted.append(
                each == '"' || each == '\\' ? "\\" + (char) each
                        : each < ' ' ? String.format("\\u%04x", each) : String.valueOf((char) each)));
        return quoted.append('"').toString();
    }

    /** A text among the members of an object that the library wrote, which has no spaces between its tokens. */
    static String member(String json, String key) {
        int depth = 0;
        for (Matcher token = TOKEN.matcher(json); token.find();) {
            if (depth == 1 && key.equals(token.group(1)) && token.group(2) != null) {
                return unquoted(token.group(2));
            }
            depth += switch (token.group().charAt(0)) {
                case '{', '[' -> 1;
                case '}', ']' -> -1;
                default -> 0;
            };
        }
        return null;
    }

    private static String unquoted(String text) {
        return ESCAPE.matcher(text).replaceAll(escape -> Matcher.quoteReplacement(switch (escape.group(1).charAt(0)) {
            case 'u' -> Character.toString(Integer.parseInt(escape.group(1), 1, 5, 16));
            case '/' -> "/";
            default -> escape.group().translateEscapes();
        }));
    }
}
