/** Traces of our own messages in foreign text. Each must still be looked up, because anyone can write them. */
export interface OurMarks {
  /** Tokens of unsubscribe links. */
  linkTokens: string[];
  messageIds: string[];
}

const marksMax = 10;

/** Our unsubscribe links and message IDs in a text, including percent-encoded and lowercase ones. */
export function ourMarksIn(text: string): OurMarks {
  const plain = text.replace(/%5F/gi, '_');
  const tokens = [...plain.matchAll(/\/u\/([A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{22})(?![A-Za-z0-9_-])/g)];
  const ids = [...plain.matchAll(/msg_([0-9A-HJKMNP-TV-Z]{26})(?![0-9A-Za-z])/gi)];
  return {
    linkTokens: [...new Set(tokens.map(([, token]) => token!))].slice(0, marksMax),
    messageIds: [...new Set(ids.map(([, id]) => `msg_${id!.toUpperCase()}`))].slice(0, marksMax),
  };
}
