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
  title: 'Advance the sandbox clock',
  summary: 'Advance the sending clock of this workspace, or read it.',
  description:
    'Advances the sending clock of this workspace. Waits of sequences, windows, daily limits, return dates, ' +
    'and campaign dates follow it. It never goes back, and PT0S only reads it. Due messages are then sent ' +
    'automatically within seconds, as windows and limits allow, or immediately with deliver_in_sandbox. ' +
    'Rejected once a real mailbox is connected.',
  method: 'post',
  path: '/sandbox/clock',
  scope: 'sandbox:write',
  effect: 'write',
  input: Input({
    advance: Type.String({
      minLength: 2,
      maxLength: 40,
      description: 'ISO 8601 duration in weeks, days, hours, minutes, and seconds: P3D, PT90M, P1W.',
    }),
  }),
  output: Type.Object({ now: Timestamp('Time of this workspace afterwards.') }),
  errors: ['invalid_state', 'validation_failed'],
  example: { advance: 'P3D' },

  async plan({ advance }, ctx) {
    const byMs = durationMs(advance);
    if (byMs === null) {
      throw new AppError('validation_failed', 'Use an ISO 8601 duration, such as P3D, PT90M, or P1DT12H.', {
        field: 'advance',
      });
    }
    if (ctx.workspace.clockOffsetMs + byMs > offsetMaxMs) {
      throw new AppError('validation_failed', 'The clock can be at most five years ahead.', { field: 'advance' });
    }
    await requireSandbox(ctx.workspaceId, 'The clock');
    const isRead = byMs === 0;
    return {
      summary: isRead ? 'Would show the time.' : `Would advance the sandbox clock by ${advance}.`,
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
