import assert from 'node:assert/strict';

export const url = process.env.MCP_URL;
export const key = process.env.KEY;
export const headers = { authorization: `Bearer ${key}` };

/**
 * Tasks that every client must manage: list, read, prepare, confirm, and get the outcome. `call` returns the client's
 * view of a result: its text, or the structured content.
 */
export async function playStory(name, { list, call, close }) {
  const tools = await list();
  for (const tool of ['get_me', 'list_contacts', 'prepare_action', 'confirm_change'])
    assert.ok(tools.includes(tool), `${tool} is listed`);
  assert.match(textOf(await call('get_me', {})), /Story/);

  const email = `${name}@clients.example`;
  const prepared = textOf(await call('prepare_action', { action: 'create_contact', input: { email } }));
  const found = (field) =>
    new RegExp(`^${field}: (.*)$|"${field}":"(.*?)"`, 'm').exec(prepared)?.slice(1).find(Boolean);
  const confirmation = { confirmationId: found('confirmationId'), what: found('what') };
  assert.match(String(confirmation.confirmationId), /^cnf_/, `a preview, not ${prepared.slice(0, 300)}`);
  assert.doesNotMatch(textOf(await call('list_contacts', { q: email })), new RegExp(email), 'nothing has happened yet');

  await call(found('confirmWith'), confirmation);
  assert.match(textOf(await call('list_contacts', { q: email })), new RegExp(email), 'the contact is there');
  await close?.();
}

/** Texts of a result, in any wrapping of the client. */
function textOf(result) {
  if (typeof result === 'string') return result;
  if (Array.isArray(result)) return result.map(textOf).join('\n');
  if (typeof result?.text === 'string') return result.text;
  return result?.content === undefined ? JSON.stringify(result) : textOf(result.content);
}

/** A person who agrees to every question. The questions are recorded. */
export function agreeingPerson() {
  const asked = [];
  const answer = (params) => {
    asked.push(params?.message ?? params?.params?.message);
    return { action: 'accept', content: {} };
  };
  return { asked, answer, mustHaveBeenAsked: () => assert.ok(asked.length > 0, 'the person was asked') };
}
