// In your own project, install the package from `npm run client` and import '@outbound/client'.
import { createOutbound, OutboundError } from '../../shared/client/src/index.ts';

const { OUTBOUND_URL: baseUrl, OUTBOUND_API_KEY: apiKey } = process.env;
if (!baseUrl || !apiKey) throw new Error('Set OUTBOUND_URL and OUTBOUND_API_KEY.');
const outbound = createOutbound({ baseUrl, apiKey });

/** Creates the contact, or returns the ID of the one that has this email address. */
async function ensureContact(email: string, firstName: string): Promise<string> {
  try {
    const contact = await outbound.call('post', '/contacts', {
      body: { email, firstName, declaredBasis: 'legitimate_interest' },
    });
    return contact.id;
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code !== 'contact_exists') throw error;
    for await (const contact of outbound.each('/contacts', { query: { q: email } }))
      if (contact.email === email) return contact.id;
    throw error;
  }
}

const contactId = await ensureContact('grace@typescript.example.com', 'Grace');

// A preview is the real plan. confirm() runs exactly that, once.
const preview = await outbound.preview('post', '/contacts/tag', {
  body: { contactIds: [contactId], tags: ['example'] },
});
console.log(preview.summary, `Cost: ${preview.cost.credits} credits.`);
await preview.confirm();

let count = 0;
for await (const contact of outbound.each('/contacts', { query: { tag: 'example' } })) {
  count += 1;
  console.log(`${contact.fullName ?? 'No name'} <${contact.email}>`);
}
console.log(`Contacts with the tag "example": ${count}`);
