"""The same two requests in FastAPI: Pydantic response models over sqlite3, served by uvicorn with one worker."""
import socket
import sqlite3
import sys
from typing import List, Optional

import uvicorn
from fastapi import FastAPI, HTTPException, Query
from pydantic import BaseModel


class Employee(BaseModel):
    id: int
    code: Optional[str]
    first_name: Optional[str]
    last_name: Optional[str]
    email: Optional[str]
    dept_id: Optional[int]
    designation: Optional[str]
    manager_id: Optional[int]
    branch: Optional[str]
    status: str
    date_of_joining: Optional[str]
    gender: Optional[str]
    base_salary: Optional[float]
    candidate_id: Optional[int]
    employment_type: Optional[str]
    probation_end: Optional[str]
    termination_date: Optional[str]
    alumni: int
    password_hash: Optional[str]


class Meta(BaseModel):
    total: int
    limit: int
    offset: int


class Page(BaseModel):
    data: List[Employee]
    meta: Meta


app = FastAPI()
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True, check_same_thread=False)
db.row_factory = sqlite3.Row


# async is faster here: a query takes microseconds, and without async each would need a thread.
@app.get("/employees/{employee_id}", response_model=Employee)
async def get_employee(employee_id: int):
    row = db.execute("SELECT * FROM employees WHERE id = ?", (employee_id,)).fetchone()
    if row is None:
        raise HTTPException(status_code=404, detail="There is no employee with this id.")
    return dict(row)


@app.get("/employees", response_model=Page)
async def list_employees(limit: int = Query(50, ge=1, le=200), offset: int = Query(0, ge=0)):
    rows = db.execute("SELECT * FROM employees ORDER BY id LIMIT ? OFFSET ?", (limit, offset)).fetchall()
    total = db.execute("SELECT count(*) FROM employees").fetchone()[0]
    return {"data": [dict(row) for row in rows], "meta": {"total": total, "limit": limit, "offset": offset}}


if __name__ == "__main__":
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    print(f"FastAPI on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(app, loop="uvloop", http="httptools", log_level="warning", access_log=False)
    uvicorn.Server(config).run(sockets=[listener])
