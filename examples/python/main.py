"""Creates a contact exactly once and lists contacts page by page, with the standard library."""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

RETRIES_MAX = 5
RETRY_STATUSES = {429, 502, 503, 504}

for name in ("OUTBOUND_URL", "OUTBOUND_API_KEY"):
    if not os.environ.get(name):
        sys.exit(f"Set {name}.")
API = os.environ["OUTBOUND_URL"].rstrip("/") + "/api/public/v1"
KEY = os.environ["OUTBOUND_API_KEY"]


class OutboundError(Exception):
    def __init__(self, status, error):
        super().__init__(f"{status} {error['code']}: {error['message']}")
        self.code = error["code"]


def call(method, path, body=None, idempotency_key=None):
    """Sends a request. Repeats it after temporary errors, which is safe because of the idempotency key."""
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(1, RETRIES_MAX + 1):
        request = urllib.request.Request(API + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in RETRY_STATUSES or attempt == RETRIES_MAX:
                raise OutboundError(error.code, json.load(error)["error"]) from None
            time.sleep(float(error.headers.get("Retry-After") or attempt))


def each(path, **query):
    """Yields the records of a list, page by page."""
    cursor = None
    while True:
        parameters = {**query, **({"cursor": cursor} if cursor else {})}
        page = call("GET", f"{path}?{urllib.parse.urlencode(parameters)}")
        yield from page["data"]
        cursor = page["page"]["nextCursor"]
        if cursor is None:
            return


alan = {"email": "alan@python.example.com", "firstName": "Alan", "declaredBasis": "legitimate_interest"}
created = call("POST", "/contacts", alan, idempotency_key="example-python-alan")
again = call("POST", "/contacts", alan, idempotency_key="example-python-alan")
assert created["data"]["id"] == again["data"]["id"], "The key makes the second request return the first response."
print(created["summary"])

try:
    call("POST", "/contacts", {"email": "not an email address"}, idempotency_key="example-python-invalid")
except OutboundError as error:
    print(f"Rejected as expected: {error}")

emails = [contact["email"] for contact in each("/contacts", limit=50)]
print(f"{len(emails)} contacts; alan is one of them: {alan['email'] in emails}")
