/** Splits deliveries into at most so many streams. Events about one record stay in one stream, in order. */
export function streamsOf<Delivery extends { subjectId: string; eventId: string }>(
  deliveries: readonly Delivery[],
  streamsMax: number,
): Delivery[][] {
  const bySubject = Map.groupBy(deliveries, ({ subjectId }) => subjectId);
  const streams = Array.from({ length: Math.min(streamsMax, bySubject.size) }, (): Delivery[] => []);
  for (const own of [...bySubject.values()].toSorted((one, other) => other.length - one.length)) {
    const shortest = streams.reduce((least, stream) => (stream.length < least.length ? stream : least));
    shortest.push(...own);
  }
  return streams.map((stream) => stream.toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1)));
}
