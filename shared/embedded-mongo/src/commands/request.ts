import type { Document } from '../bson/values.ts';

/** A request as received: the command, and the undecoded documents of its other sections. */
export interface Request {
  id: number;
  isLegacy: boolean;
  wantsReply: boolean;
  body: Document;
  sequences: Map<string, Buffer[]>;
}
