import seed from './name-parts.json' with { type: 'json' };

/** First and last parts of fictional company names. */
export const { starts: coinedStarts, ends: coinedEnds } = seed;
