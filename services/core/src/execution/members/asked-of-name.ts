import { actions } from '../../actions/index.ts';
import type { Asked } from '../../domain/members/role.ts';
import { askedOf } from './require-role.ts';

/** Requirements of the operation with this name. Undefined if it no longer exists. */
export function askedOfName(name: string): Asked | undefined {
  const action = actions.find((one) => one.name === name);
  return action && askedOf(action);
}
