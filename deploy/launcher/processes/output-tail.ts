const charactersMax = 8_000;

/** End of the output of a run. */
export class OutputTail {
  text = '';

  add(chunk: Buffer): void {
    const output = this.text + chunk.toString();
    // Whole lines only: half a log line could look like the reason.
    this.text =
      output.length <= charactersMax ? output : output.slice(output.indexOf('\n', output.length - charactersMax) + 1);
  }
}
