/** Whether this browser runs on Android, where the app itself can take over (section 2, Android prompt). */
export const isAndroid = (): boolean => /android/iu.test(navigator.userAgent);
