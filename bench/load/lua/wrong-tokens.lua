-- Sends tokens that nobody has, on a schedule that does not wait for answers as long as a connection is free.
-- Arguments: PATH FILE RATE. The file has a token in each line; RATE is in requests a second.
local ffi = require("ffi")
ffi.cdef "typedef struct { long seconds; long nanoseconds; } moment; int clock_gettime(int clock, moment *now);"

local path, rate
local tokens, sent, due = {}, 0, 0
local began
local moment = ffi.new("moment")

function init(args)
  path, rate = args[1], tonumber(args[3])
  for token in io.lines(args[2]) do tokens[#tokens + 1] = token end
end

local function milliseconds()
  ffi.C.clock_gettime(0, moment)
  return tonumber(moment.seconds) * 1000 + tonumber(moment.nanoseconds) / 1e6
end

function delay()
  local now = milliseconds()
  began = began or now
  local wait = began + due * 1000 / rate - now
  due = due + 1
  return math.max(0, math.floor(wait))
end

function request()
  sent = sent + 1
  return "GET " .. path .. " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
    .. tokens[sent % #tokens + 1] .. "\r\n\r\n"
end
