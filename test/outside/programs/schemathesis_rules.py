"""A refusal says what to change: each 422 names the field that it is about."""
import schemathesis


@schemathesis.check
def refusal_names_its_field(ctx, response, case):
    if response.status_code != 422:
        return None
    error = response.json()["error"]
    if error["code"] == "idempotency_key_reused":
        return None
    named = [error.get("field"), *(detail.get("field") for detail in error.get("details", []))]
    # A parameter without a name is named "".
    assert any(name is not None for name in named), f"422 without a field: {error['message']}"
