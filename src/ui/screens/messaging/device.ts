/** Whether this browser runs on Android, where a prompt invites to the app (MSG-33). */
export const isAndroid = (): boolean => /android/iu.test(navigator.userAgent);
