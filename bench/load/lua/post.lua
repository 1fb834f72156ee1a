-- Creates leave requests. Arguments: PATH TOKEN EMPLOYEES
local path, token, employees
local at = 0

function init(args)
  path, token, employees = args[1], args[2], tonumber(args[3])
end

function request()
  at = at + 1
  local body = '{"employee_id":' .. (at % employees + 1)
    .. ',"leave_type":"annual","from_date":"2026-12-21","to_date":"2026-12-23","days":3}'
  return "POST " .. path .. " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " .. token
    .. "\r\nContent-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end
