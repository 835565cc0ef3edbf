"""The story with the client that openapi-python-client made: creates contacts, makes a change, and pages a list."""
import os

from outbound_client import AuthenticatedClient
from outbound_client.api.contacts import create_contact, list_contacts, update_contact
from outbound_client.models.create_contact_request import CreateContactRequest
from outbound_client.models.update_contact_request import UpdateContactRequest

client = AuthenticatedClient(base_url=os.environ["API"], token=os.environ["KEY"])
for number in range(5):
    body = CreateContactRequest(email=f"python{number}@client.example", first_name="Python")
    made = create_contact.sync(client=client, body=body, idempotency_key=f"python-{number}")
    assert made.data.email == f"python{number}@client.example", made
change = UpdateContactRequest(title="CTO")
plan = update_contact.sync(made.data.id, client=client, body=change, dry_run=True)
assert len(plan.data.effects) == 1, plan
done = update_contact.sync(made.data.id, client=client, body=change, plan_digest=plan.data.plan_digest)
assert done.data.title == "CTO", done
seen, more = [], {}
while True:
    page = list_contacts.sync(client=client, limit=2, **more)
    seen += [contact.email for contact in page.data]
    if page.page.next_cursor is None:
        break
    more = {"cursor": page.page.next_cursor}
found = [email for email in seen if email.startswith("python")]
assert len(found) == len(set(found)) == 5, seen
print("created 5, changed 1, paged 5")
