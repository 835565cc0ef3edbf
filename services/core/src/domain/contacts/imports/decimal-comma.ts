const withPoints = /^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/;
const plainComma = /^[-+]?\d+,(?:\d{1,2}|\d{4,})$/;
const grouped = /^[-+]?\d{1,3}(?:\.\d{3})+$/;
const decimalPoint = /^[-+]?\d*\.(?:\d{1,2}|\d{4,})$|^[-+]?\d{1,3}(?:,\d{3})+\.\d+$/;

/** Decimal mark of a column's numbers, if the values reveal it. */
export function decimalMarkOf(values: readonly unknown[]): 'comma' | 'point' | undefined {
  const texts = values.filter((value) => typeof value === 'string').map((text) => text.replace(/[\s\u00a0']/g, ''));
  if (texts.some((text) => withPoints.test(text) || plainComma.test(text))) return 'comma';
  if (texts.some((text) => decimalPoint.test(text))) return 'point';
  return texts.filter((text) => grouped.test(text) && text.split('.').length > 2).length > 0 ? 'comma' : undefined;
}
