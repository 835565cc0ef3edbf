import { createTransport } from 'nodemailer';

/** The service's own mail to its users. */
export interface SystemMail {
  /** The same `id` means the same mail, so a retry has the same Message-ID. */
  send(mail: { id?: string; to: string; subject: string; text: string }): Promise<void>;
}

const timeoutMs = 20_000;

/** Sends through the operator's server. The operator chooses its address, so no host is rejected. */
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
