import { expect, test } from 'vitest';
import { figureKinds, figuresOf, rateText, type Totals } from './report-figures.ts';

const none: Totals = {
  sourced: 0,
  enrolled: 0,
  sent: 0,
  replied: 0,
  interested: 0,
  meetings: 0,
  bounced: 0,
  unsubscribed: 0,
};

function figure(totals: Partial<Totals>, before: Partial<Totals> | null, text: string) {
  const all = figuresOf(figureKinds(), { ...none, ...totals }, before && { ...none, ...before });
  return all.find((one) => one.text === text)!;
}

test('rates have one decimal below 10%, none above, and none without a base', () => {
  expect([rateText(1, 30), rateText(3, 20), rateText(30, 200), rateText(0, 0), rateText(2, 1)]).toEqual([
    '3.3%',
    '15%',
    '15%',
    null,
    '100%',
  ]);
});

test('counts change in percent, rates in points; less is better for bounces', () => {
  const [now, before] = [
    { sent: 412, replied: 62, bounced: 4 },
    { sent: 400, replied: 52, bounced: 12 },
  ];
  expect(figure(now, before, 'Sent').change).toEqual({ text: '3%', direction: 'up', isGood: true });
  expect(figure(now, before, 'Replied').change).toEqual({ text: '2 pt', direction: 'up', isGood: true });
  expect(figure(now, before, 'Bounced').change).toEqual({ text: '2 pt', direction: 'down', isGood: true });
  expect(figure(before, now, 'Bounced').change).toMatchObject({ direction: 'up', isGood: false });
});

test('without a base or another period, there is no rate and no change', () => {
  expect(figure({ sent: 0 }, { sent: 5 }, 'Replied')).toMatchObject({ rate: null, change: null });
  expect(figure({ sent: 5 }, {}, 'Sent').change).toBeNull();
  expect(figure({ sent: 5 }, null, 'Sent').change).toBeNull();
  expect(figure({ sent: 5 }, { sent: 5 }, 'Sent').change).toBeNull();
});
