"""Creates, lists and pages contacts with the client that openapi-python-client made."""
import os

from outbound_client import AuthenticatedClient
from outbound_client.api.contacts import create_contact, list_contacts
from outbound_client.models.create_contact_request import CreateContactRequest

client = AuthenticatedClient(base_url=os.environ["API"], token=os.environ["KEY"])
for number in range(5):
    body = CreateContactRequest(email=f"python{number}@client.example", first_name="Python")
    made = create_contact.sync(client=client, body=body, idempotency_key=f"python-{number}")
    assert made.data.email == f"python{number}@client.example", made
seen, more = [], {}
while True:
    page = list_contacts.sync(client=client, limit=2, **more)
    seen += [contact.email for contact in page.data]
    if page.page.next_cursor is None:
        break
    more = {"cursor": page.page.next_cursor}
found = [email for email in seen if email.startswith("python")]
assert len(found) == len(set(found)) == 5, seen
print("created 5, paged 5")
