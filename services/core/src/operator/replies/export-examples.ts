import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { counted } from '../../domain/text/counted.ts';
import { notFound } from '../../errors/errors.ts';
import { correctedReplies } from '../../store/replies/reply-classes-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import type { Command } from '../command.ts';

const ownerOnly = 0o600;

/**
 * The replies that people have classified are the labeled examples of their workspace. They stay replies, so retention
 * and erasure cover them.
 */
export const exportExamplesCommand: Command = {
  name: 'replies export',
  summary: 'Write the replies that people have classified to a file, as labeled examples for learn-replies.',
  options: {
    workspace: { value: '<wsp_…>', description: 'the workspace', isRequired: true },
    out: { value: '<file>', description: 'new file, one JSON object per line', isRequired: true },
  },
  async run({ workspace = '', out = '' }) {
    if ((await findWorkspace(workspace)) === null) throw notFound('workspace', workspace);
    // The file has texts of real people.
    const file = createWriteStream(out, { flags: 'wx', mode: ownerOnly });
    await once(file, 'open');
    let count = 0;
    for await (const { id, subject, bodyText, class: name } of correctedReplies(workspace)) {
      const line = JSON.stringify({ id, class: name, subject, text: bodyText });
      if (!file.write(`${line}\n`)) await once(file, 'drain');
      count += 1;
    }
    file.end();
    await finished(file);
    return { text: `${counted(count, 'example')} written to ${out}.`, data: { count, out } };
  },
};
