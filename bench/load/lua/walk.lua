-- Requests a different record or page each time, in a scattered order, none twice before all were requested.
-- Headers of the command line are sent with each. Arguments: item PATH FIRST COUNT START STEP, or page PATH FIRST COUNT START STEP SMALLEST_LIMIT LIMITS
local kind, path, first, count, at, step, limit, limits
local headers = ""

function init(args)
  kind, path = args[1], args[2]
  first, count, at, step = tonumber(args[3]), tonumber(args[4]), tonumber(args[5]), tonumber(args[6])
  limit, limits = tonumber(args[7]), tonumber(args[8])
  for name, value in pairs(wrk.headers) do
    if name ~= "Host" then headers = headers .. name .. ": " .. value .. "\r\n" end
  end
end

function request()
  at = (at + step) % count
  local rest
  if kind == "item" then
    rest = first + at
  else
    rest = "limit=" .. (limit + at % limits) .. "&offset=" .. (first + math.floor(at / limits))
  end
  return "GET " .. path .. rest .. " HTTP/1.1\r\nHost: 127.0.0.1\r\n" .. headers .. "\r\n"
end
