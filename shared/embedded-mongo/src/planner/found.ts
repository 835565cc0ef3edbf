import { decodeDocument, decodeFields } from '../bson/decode.ts';
import type { Document } from '../bson/values.ts';

/** A document found by a query. Decoded only on first access. */
export class Found {
  readonly row: number;
  readonly bytes: Buffer;
  private decoded: Document | undefined;

  constructor(row: number, bytes: Buffer, decoded?: Document) {
    this.row = row;
    this.bytes = bytes;
    this.decoded = decoded;
  }

  get document(): Document {
    this.decoded ??= decodeDocument(this.bytes);
    return this.decoded;
  }

  /** Decodes at least these fields, for callers that use no others. */
  fields(names: ReadonlySet<string>): Document {
    return this.decoded ?? decodeFields(this.bytes, names);
  }
}
