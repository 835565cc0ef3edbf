import { errorTable } from '../../services/core/src/errors/errors.ts';
import { table } from './source-text.ts';

/** Every error code of the API, from its closed table. */
export function errorsPage(): string {
  const rows = Object.entries(errorTable).map(([code, { status, retryable, text }]) => [
    `\`${code}\``,
    String(status),
    retryable ? 'yes' : 'no',
    text,
  ]);
  return `# Errors

A rejected request returns \`{"ok": false, "error": {…}}\` with these members:

- \`code\`: one of the codes below. Codes are stable; messages are not.
- \`message\`: the problem and its fix, for people.
- \`field\` and \`allowedValues\`: the input to change, if there is one.
- \`retryable\`: true if the same request can succeed later. Send it again with the same \`Idempotency-Key\`.
- \`requestId\`: include it when you report a problem.

A rejected request changes nothing and does not use up its \`Idempotency-Key\`. This page is generated from the code (\`npm run reference\`).

${table(['Code', 'Status', 'Retryable', 'Default message'], rows)}`;
}
