/** What a page says after a redirect. The address carries the code only, so that no link can put words in our mouth. */
export const notices: Record<string, string> = {
  'signed-out': 'You are signed out.',
  'password-changed': 'The password is changed. Other browsers have been signed out.',
  'key-revoked': 'The key is revoked and no longer works.',
  'client-revoked': 'The client is disconnected.',
  'settings-saved': 'The settings are saved.',
  'autopilot-on': 'Autopilot is on: campaigns and answers may go out without your approval.',
  'autopilot-off': 'Autopilot is off: nothing goes out without your approval.',
  'member-removed': 'The member is removed.',
  'invitation-removed': 'The invitation no longer works.',
  joined: 'Welcome: you are a member of this workspace now.',
  'workspace-erased': 'The workspace and everything in it is erased.',
  'reply-injected': 'The answer is delivered to your workspace, and classified as you see here.',
  'reply-bounce': 'The answer was taken for a bounce.',
  'reply-complaint': 'The answer was taken for a complaint.',
  'reply-ignored': 'The answer belongs to nothing that was sent, and was not stored.',
};
