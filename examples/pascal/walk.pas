{ Walks a list of a GraphQL server, page by page:

      fpc -Fl/usr/local/lib walk.pas && ./walk http://127.0.0.1:8080/graphql

  Numbers name the rules of docs/bindings.md. Pascal lets arithmetic raise SIGFPE; the library has its own rules. }
program walk;
{$mode objfpc}{$H+}

uses
  cthreads, SysUtils, ctypes, fpjson, jsonparser;

const
  Query = 'query ($first: Int!, $after: String) { products(first: $first, after: $after) {'
    + ' nodes { id name price } pageInfo { hasNextPage endCursor } } }';
  Config = '{"variables":{"first":100},"retain":"none"}';

type
  Handle = Pointer;
  PHandle = ^Handle;
  Spans = ^cuint64;
  { What the library refused, or why a walk ended before the end of its list. }
  ESwiftpager = class(Exception);

{$linklib swiftpager}
function swiftpager_client_create(Endpoint, ConfigJson: PAnsiChar; Transport: Pointer; Client: PHandle;
  Error: PPAnsiChar): cint; cdecl; external;
function swiftpager_client_release(Client: Handle): cint; cdecl; external;
function swiftpager_pager_create(Client: Handle; QueryText, ConfigJson: PAnsiChar; Hooks: Pointer; Pager: PHandle;
  Error: PPAnsiChar): cint; cdecl; external;
function swiftpager_pager_release(Pager: Handle): cint; cdecl; external;
function swiftpager_pager_walk(Pager: Handle; Options: PAnsiChar; Walk: PHandle; Error: PPAnsiChar): cint; cdecl;
  external;
function swiftpager_operation_next(Walk: Handle; TimeoutMs: cint32; Update: PHandle; Error: PPAnsiChar): cint; cdecl;
  external;
function swiftpager_operation_release(Walk: Handle): cint; cdecl; external;
function swiftpager_update_page(Update: Handle; Index: pcsize_t): Handle; cdecl; external;
function swiftpager_update_release(Update: Handle): cint; cdecl; external;
function swiftpager_page_item_count(Page: Handle): csize_t; cdecl; external;
function swiftpager_page_response(Page: Handle; Length: pcsize_t): PAnsiChar; cdecl; external;
function swiftpager_page_spans(Page: Handle; Nodes: cbool; Count: pcsize_t): Spans; cdecl; external;
function swiftpager_last_error: PAnsiChar; cdecl; external;
function swiftpager_status_name(Status: cint): PAnsiChar; cdecl; external;

function Member(const Text, Name: AnsiString): AnsiString;
var
  Item: TJSONData;
begin
  Item := GetJSON(Text);
  try Result := Item.FindPath(Name).AsString finally Item.Free end;
end;

{ 7: on the thread of the call, before the next one. }
procedure Check(Status: cint);
begin
  if Status <> 0 then
    raise ESwiftpager.Create(swiftpager_status_name(Status) + ': ' + Member(swiftpager_last_error, 'message'));
end;

{ 6: one call gives the places of all items. The response has no NUL at its end. }
procedure Show(Page: Handle);
var
  Places: Spans;
  Count, Length: csize_t;
  Text: AnsiString;
begin
  Places := swiftpager_page_spans(Page, true, @Count);
  if (Places = nil) and (swiftpager_page_item_count(Page) > 0) then
    raise ESwiftpager.Create('there is not enough memory for the places of the items');
  if Places = nil then exit;
  SetString(Text, swiftpager_page_response(Page, @Length) + Places[0], Places[1]);
  WriteLn(Count, ' items, the first: ', Member(Text, 'name'), ' at ',
    FormatFloat('0.00', StrToFloat(Member(Text, 'price'))));
end;

var
  Client, Pager, Walking, Update: Handle;
begin
  Client := nil; Pager := nil; Walking := nil;
  try
    try
      { The command line of C has no NUL inside a word (10). }
      Check(swiftpager_client_create(PAnsiChar(ParamStr(1)), nil, nil, @Client, nil));
      Check(swiftpager_pager_create(Client, Query, Config, nil, @Pager, nil));
      Check(swiftpager_pager_walk(Pager, nil, @Walking, nil));
      { 9: everything is pulled. The end is OK without an update, or the error that ended the walk. }
      repeat
        Check(swiftpager_operation_next(Walking, -1, @Update, nil));
        if Update <> nil then Show(swiftpager_update_page(Update, nil));
        swiftpager_update_release(Update);
      until Update = nil;
    finally
      swiftpager_operation_release(Walking);
      swiftpager_pager_release(Pager);
      swiftpager_client_release(Client);
    end;
  except
    on Failure: ESwiftpager do begin WriteLn(StdErr, Failure.Message); Halt(1); end;
  end;
end.
