import type { Document } from '../bson/values.ts';

/** A request as it came in: the command, and the documents of its second section kind, not yet decoded. */
export interface Request {
  id: number;
  isLegacy: boolean;
  wantsReply: boolean;
  body: Document;
  sequences: Map<string, Buffer[]>;
}
