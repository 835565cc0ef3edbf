import { Type } from 'typebox';
import { durationMs } from '../../domain/time/iso-duration.ts';
import { requireSandbox } from '../../engine/sandbox/require-sandbox.ts';
import { AppError } from '../../errors/errors.ts';
import { Input, Timestamp } from '../../schema/schema.ts';
import { advanceClock } from '../../store/workspaces/workspace-clock-store.ts';
import { defineWrite } from '../definition/define-action.ts';

/** Maximum offset of the sandbox clock: five years, in milliseconds. */
const offsetMaxMs = 5 * 366 * 86_400_000;

export const advanceSandboxClock = defineWrite({
  name: 'advance_sandbox_clock',
  title: 'Move the sandbox clock on',
  summary: 'Move the sending clock of this workspace on, and see its time.',
  description:
    'Moves the clock by which this workspace sends on: waits of sequences, windows, daily caps, return ' +
    'dates and campaign dates go by it. It never goes back, and PT0S only reads it. What becomes due ' +
    'leaves by itself within seconds, as windows and caps allow, or at once with deliver_in_sandbox. ' +
    'Refused once a real mailbox is connected.',
  method: 'post',
  path: '/sandbox/clock',
  scope: 'sandbox:write',
  effect: 'write',
  input: Input({
    advance: Type.String({
      minLength: 2,
      maxLength: 40,
      description: 'ISO 8601 duration of weeks, days, hours, minutes and seconds: P3D, PT90M, P1W.',
    }),
  }),
  output: Type.Object({ now: Timestamp('The time of this workspace after it.') }),
  errors: ['invalid_state', 'validation_failed'],
  example: { advance: 'P3D' },

  async plan({ advance }, ctx) {
    const byMs = durationMs(advance);
    if (byMs === null) {
      throw new AppError('validation_failed', 'Use an ISO 8601 duration like P3D, PT90M or P1DT12H.', {
        field: 'advance',
      });
    }
    if (ctx.workspace.clockOffsetMs + byMs > offsetMaxMs) {
      throw new AppError('validation_failed', 'The clock can be at most five years ahead.', { field: 'advance' });
    }
    await requireSandbox(ctx.workspaceId, 'The clock');
    const isRead = byMs === 0;
    return {
      summary: isRead ? 'Would show the time.' : `Would move the clock of the sandbox on by ${advance}.`,
      effects: isRead
        ? []
        : [{ op: 'update', type: 'clock', id: ctx.workspaceId, label: 'Clock of the sandbox', changes: { advance } }],
      skipped: [],
      warnings: [],
      state: byMs,
    };
  },

  async run(_input, { state: byMs }, ctx) {
    if (byMs > 0) await advanceClock(ctx.workspaceId, byMs, ctx.now());
    const now = new Date(ctx.now().getTime() + byMs).toISOString();
    return { data: { now }, summary: `In this workspace it is ${now}.` };
  },
});
