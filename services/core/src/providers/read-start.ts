/** First bytes of a response body. The rest of a long or endless body is not read. */
export async function readStart(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= bytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}
