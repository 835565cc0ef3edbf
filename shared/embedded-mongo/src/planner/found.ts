import { decodeDocument, decodeFields } from '../bson/decode.ts';
import type { Document } from '../bson/values.ts';

/** One document on its way through a query; decoded only when somebody looks inside. */
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

  /** At least these fields of it, for who looks at no others. */
  fields(names: ReadonlySet<string>): Document {
    return this.decoded ?? decodeFields(this.bytes, names);
  }
}
