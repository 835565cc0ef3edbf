import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { callTool } from '../../testing/mcp-call.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const name = fc.stringMatching(/^[a-z]{3,8}[A-Z][a-z]{2,6}$/);
const value = fc.oneof(
  fc.stringMatching(/^[A-Z][a-z]{2,10}( [A-Z][a-z]{2,10})?$/),
  fc.constantFrom('Ten meetings a week: call 5 people, then write.', 'two\nlines', 'https://acme.example/?a=1&b=2'),
  fc.integer({ min: 10, max: 9_999_999 }),
  fc.array(fc.stringMatching(/^\+49 \d{6,9}$/), { minLength: 1, maxLength: 3 }),
  fc.dictionary(name, fc.stringMatching(/^[A-Z][a-z]{2,10}$/), { minKeys: 1, maxKeys: 3 }),
);

/** Words and numbers in a value, at any depth. */
function wordsIn(part: unknown): string[] {
  if (typeof part === 'object' && part !== null)
    return Object.entries(part).flatMap(([key, inner]) => [...(Array.isArray(part) ? [] : [key]), ...wordsIn(inner)]);
  return String(part).split(/\s+/);
}

// The core's own test (removals.registry.test.ts) checks that each update names what it removes in `removed`.
test('a preview shows every removed value in its text and in its structure', async () => {
  const removals = fc.dictionary(name, value, { minKeys: 1, maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(removals, async (removed) => {
      const changes = Object.fromEntries(Object.keys(removed).map((key) => [key, null]));
      const effects = [{ op: 'update', type: 'list', label: 'Leads', changes, removed }];
      gateway.core.handlers.set('POST /lists', (seen) => {
        const plan = gateway.core.plan(seen);
        return { status: 200, body: { ...plan, data: { ...plan.data, effects } } };
      });
      const { content, structuredContent } = await callTool(gateway.mcpUrl, 'create_list', { name: 'Leads' });
      const text = content[0]!.text;
      for (const word of wordsIn(removed)) {
        expect(text).toContain(word);
        expect(JSON.stringify(structuredContent)).toContain(JSON.stringify(word).slice(1, -1));
      }
      for (const key of Object.keys(changes)) expect(text).toContain(`${key}: none`);
    }),
    { numRuns: 40 },
  );
});
