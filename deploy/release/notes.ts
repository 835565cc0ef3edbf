/** Section of the changelog for a version, without its heading. Empty areas are skipped. */
export function changelogSection(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split('\n', 1)[0]!.replace(/[[\]]/g, '').split(' ')[0] === version);
  if (section === undefined) return undefined;
  const [first = '', ...areas] = section.slice(section.indexOf('\n')).split(/^### /m);
  const filled = areas.filter((area) => /^- /m.test(area)).map((area) => `### ${area.trim()}`);
  return [first.trim(), ...filled].filter(Boolean).join('\n\n');
}

export interface NotesInput {
  version: string;
  commit: string;
  changes: string;
  files: readonly string[];
}

/** Release notes for people who install or upgrade. */
export function releaseNotes({ version, commit, changes, files }: NotesInput): string {
  return `# Outbound ${version}

Commit ${commit}.

## Changes

${changes}

## Install

Unpack the archive and run \`npm start\` in its folder. You need Node 20 or newer. \`docs/how-to/self-host.md\` in the archive explains how to run Outbound on a server.

## Upgrade

Create a backup first. Then replace the files, and start the new version. \`docs/operations.md\` in the archive has the details.

## Files

${files.map((file) => `- \`${file}\``).join('\n')}

Verify them with \`sha256sum --check SHA256SUMS\`. \`sbom.cdx.json\` lists all dependencies (CycloneDX).
`;
}
