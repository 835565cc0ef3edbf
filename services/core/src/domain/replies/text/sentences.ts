const wrapLengthMin = 55;
const sentenceLengthMax = 700;
const abbreviations =
  /\b(art|abs|nr|no|mr|mrs|ms|dr|sig|dott|ssa|prof|hr|fr|st|str|bzw|ggf|evtl|ca|inkl|usw|etc|vs|approx|tel|ext|dhr|mevr|sr|sra|dra|ing|m|mme|p|ul|tzw|np|jan|feb|apr|aug|sept|oct|nov|dec|dez|okt|i|z|b|d|h|u|a|e|s|lit|gem|lt)\.$/i;

/** Lines that were wrapped are joined; each sentence keeps its question mark. */
export function sentencesOf(text: string): string[] {
  const paragraphs: string[] = [''];
  let before = '';
  for (const line of text.split('\n').map((one) => one.trim())) {
    const goesOn = line !== '' && before !== '' && (before.length >= wrapLengthMin || /^[a-zà-ÿąćęłńóśźż(]/.test(line));
    if (goesOn && !/[.!?:]$/.test(before)) paragraphs[paragraphs.length - 1] += ` ${line}`;
    else paragraphs.push(line);
    before = line;
  }
  return paragraphs.flatMap(splitParagraph).filter((sentence) => sentence !== '');
}

function splitParagraph(paragraph: string): string[] {
  const sentences: string[] = [''];
  for (const part of paragraph.split(/(?<=[.!?;…])\s+/)) {
    const last = sentences.at(-1)!;
    const isOpen = abbreviations.test(last) || /(?<![\d])\b\d{1,2}\.$/.test(last);
    if (last !== '' && isOpen) sentences[sentences.length - 1] = `${last} ${part}`;
    else sentences.push(part);
  }
  return sentences.map((sentence) => sentence.trim().slice(0, sentenceLengthMax));
}
