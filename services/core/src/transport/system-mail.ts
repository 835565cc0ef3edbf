import { createTransport } from 'nodemailer';

/** Mail of the service itself to the people who use it. */
export interface SystemMail {
  /** With the same `id` it is the same mail: a repetition carries the same Message-ID. */
  send(mail: { id?: string; to: string; subject: string; text: string }): Promise<void>;
}

const timeoutMs = 20_000;

/** By the server that the operator named; its address is theirs to choose, so no host is refused. */
export function createSystemMail({ url, from }: { url: string; from: string }): SystemMail {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    send: async ({ id, ...mail }) => {
      const messageId = id && `<${id}@${from.split('@').at(-1)}>`;
      await transport.sendMail({ from, messageId, ...mail });
    },
  };
}
