-- JSON, as far as configs, options and error objects need it. A table with elements is an array, and so is `json.list`
-- of a table; any other is an object.

local json = { null = setmetatable({}, { __tostring = function() return "null" end }) }

local LIST, TEXT = {}, {}
-- Marks a table as an array, for one without elements.
function json.list(elements) return setmetatable(elements, LIST) end
-- A value that is JSON already.
function json.text(text) return setmetatable({ text = text }, TEXT) end

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
local UNESCAPED = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return ESCAPES[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
end

-- The JSON text of a value.
function json.encode(value)
  if value == json.null then return "null" end
  if type(value) == "string" then return quoted(value) end
  if type(value) == "number" then return ("%.17g"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  if getmetatable(value) == TEXT then return value.text end
  local parts = {}
  for _, element in ipairs(value) do parts[#parts + 1] = json.encode(element) end
  if #parts > 0 or getmetatable(value) == LIST then return "[" .. table.concat(parts, ",") .. "]" end
  for key, member in pairs(value) do parts[#parts + 1] = quoted(tostring(key)) .. ":" .. json.encode(member) end
  return "{" .. table.concat(parts, ",") .. "}"
end

-- The UTF-8 of a code point.
local function utf8(point)
  if point < 0x80 then return string.char(point) end
  local last = string.char(0x80 + point % 0x40)
  if point < 0x800 then return string.char(0xC0 + math.floor(point / 0x40)) .. last end
  local middle = string.char(0x80 + math.floor(point / 0x40) % 0x40) .. last
  if point < 0x10000 then return string.char(0xE0 + math.floor(point / 0x1000)) .. middle end
  return string.char(0xF0 + math.floor(point / 0x40000), 0x80 + math.floor(point / 0x1000) % 0x40) .. middle
end

local function unquoted(text)
  local high
  return (text:gsub("\\(u?)(.)(%x?%x?%x?)", function(u, first, rest)
    if u == "" then return (UNESCAPED[first] or first) .. rest end
    local point = tonumber(first .. rest, 16)
    if point >= 0xDC00 and point < 0xE000 then return utf8(0x10000 + (high - 0xD800) * 0x400 + point - 0xDC00) end
    high = point
    return point >= 0xD800 and point < 0xDC00 and "" or utf8(point)
  end))
end

local value

-- The elements or members from `place` on, up to `close`, and the place behind it.
local function list(text, place, close, add)
  while true do
    place = text:find("[^%s,]", place)
    if text:sub(place, place) == close then return place + 1 end
    place = add(place)
  end
end

function value(text, place)
  place = text:find("%S", place)
  local first = text:sub(place, place)
  local result = {}
  if first == "{" then
    return result, list(text, place + 1, "}", function(at)
      local key, behind = value(text, at)
      result[key], behind = value(text, text:find(":", behind, true) + 1)
      return behind
    end)
  elseif first == "[" then
    return json.list(result), list(text, place + 1, "]", function(at)
      local behind
      result[#result + 1], behind = value(text, at)
      return behind
    end)
  elseif first == '"' then
    local close = place
    repeat
      close = text:find('["\\]', close + 1)
      local escapes = text:sub(close, close) == "\\"
      if escapes then close = close + 1 end
    until not escapes
    return unquoted(text:sub(place + 1, close - 1)), close + 1
  end
  local word = text:match("^[%w+.-]+", place)
  local known = { ["true"] = true, ["false"] = false, null = json.null }
  if known[word] ~= nil then return known[word], place + #word end
  return tonumber(word), place + #word
end

-- The value of a JSON text that the library gave. null is `json.null`.
function json.decode(text) return (value(text, 1)) end

-- The text of an object, or of a text of one, with defaults for the members that it does not have.
function json.with(given, defaults)
  local is_text, members = type(given) == "string", given or {}
  if is_text then
    local ok, decoded = pcall(json.decode, given)
    -- The library says what is wrong with it.
    if not ok or type(decoded) ~= "table" then return given end
    members = decoded
  end
  local all = {}
  for key, member in pairs(defaults) do
    if members[key] == nil then all[key] = member end
  end
  if not is_text then
    for key, member in pairs(members) do all[key] = member end
    return json.encode(all)
  end
  if next(all) == nil then return given end
  local comma = next(members) == nil and "" or ","
  return json.encode(all):sub(1, -2) .. comma .. given:gsub("^%s*{", "", 1)
end

return json
