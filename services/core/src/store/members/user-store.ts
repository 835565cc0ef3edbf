import { type NotificationWishes, wishesAtFirst } from '../../domain/events/notifications/notification-wishes.ts';
import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, number, object, optional, string, withDefault } from '../documents/paths.ts';

type UserDoc = DocOf<typeof UserModel>;

const UserModel = defineModel(
  'User',
  'users',
  stored({
    email: string,
    name: string,
    passwordHash: string,
    passwordChangedAt: date,
    /** Time of the last sign-in, written so that a sign-in conflicts with a password change. */
    signedInAt: optional(date),
    /** Absent means the defaults. */
    notifications: optional(object<NotificationWishes>()),
    createdAt: date,
    version: withDefault(number, 1),
  }).index({ email: 1 }, { unique: true }),
);

export interface UserRecord {
  id: string;
  email: string;
  name: string;
  createdAt: Date;
  passwordChangedAt: Date;
  notifications: NotificationWishes;
}

/** People belong to no workspace. They are found by their email address, or by the ID in their session. */
export async function createUser(user: {
  email: string;
  name: string;
  passwordHash: string;
  now: Date;
}): Promise<UserRecord> {
  const [created] = await UserModel.create([
    {
      _id: newId('usr'),
      email: normaliseUserEmail(user.email),
      name: user.name,
      passwordHash: user.passwordHash,
      passwordChangedAt: user.now,
      createdAt: user.now,
    },
  ]);
  return toUser(created!.toObject());
}

export async function findUser(userId: string): Promise<UserRecord | null> {
  const found = await UserModel.findOne({ _id: userId }).lean();
  return found && toUser(found);
}

/** True if anyone has signed up here. */
export async function hasUsers(): Promise<boolean> {
  return (await UserModel.exists({})) !== null;
}

export async function findUserByEmail(email: string): Promise<UserRecord | null> {
  const found = await UserModel.findOne({ email: normaliseUserEmail(email) }).lean();
  return found && toUser(found);
}

export async function findUsers(userIds: string[]): Promise<UserRecord[]> {
  const found = await UserModel.find({ _id: { $in: userIds } })
    .limit(userIds.length)
    .lean();
  return found.map(toUser);
}

/** The only read that returns the password hash. Used only for sign-in and password changes. */
export async function findPasswordHash(email: string): Promise<{ user: UserRecord; passwordHash: string } | null> {
  const found = await UserModel.findOne({ email: normaliseUserEmail(email) }).lean();
  return found && { user: toUser(found), passwordHash: found.passwordHash };
}

export async function changePasswordHash(userId: string, passwordHash: string, now: Date): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { passwordHash, passwordChangedAt: now }, $inc: { version: 1 } });
}

/**
 * For the transaction that signs a person in. Returns false if their password changed after `user` was read, so that an
 * old password cannot open a new session.
 */
export async function holdPassword({ id, passwordChangedAt }: UserRecord, now: Date): Promise<boolean> {
  const held = await UserModel.updateOne({ _id: id, passwordChangedAt }, { $set: { signedInAt: now } });
  return held.matchedCount === 1;
}

export async function changeNotificationWishes(userId: string, notifications: NotificationWishes): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { notifications }, $inc: { version: 1 } });
}

export function normaliseUserEmail(email: string): string {
  return email.trim().toLowerCase();
}

function toUser(stored: UserDoc): UserRecord {
  const { _id: id, email, name, createdAt, passwordChangedAt, notifications = wishesAtFirst } = stored;
  return { id, email, name, createdAt, passwordChangedAt, notifications };
}
