import { erasureWays, personalData } from '../../services/core/src/domain/contacts/erasure/personal-data.ts';
import { table } from './source-text.ts';

/** Every collection of the core that can hold text about a person, from its table. */
export function personalDataPage(): string {
  const rows = Object.entries(personalData).map(([name, { holds, kept, exported, erasure }]) => [
    `\`${name}\``,
    holds,
    kept,
    exported === null ? '–' : `\`${exported}\``,
    erasureWays[erasure],
  ]);
  return `# Personal data

This page lists every collection that can hold text about a person:

- **Kept**: how long it keeps the text.
- **In the export**: the member of \`export_contact_data\` (GDPR Art. 15) with this text.
- **Erasure**: how \`erase_contact\` (GDPR Art. 17) reaches it.

The MCP gateway stores previews of changes for a short time. Erasure deletes those that name the person. This page is
generated from the code (\`npm run reference\`).

${table(['Collection', 'Holds', 'Kept', 'In the export', 'Erasure'], rows)}`;
}
