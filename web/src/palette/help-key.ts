const KEY = 'helpKey';

/** Whether '?' alone opens the list of shortcuts: who dictates or types by accident turns it off (WCAG 2.1.4). */
export function isHelpKeyOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setHelpKey(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // A browser that forbids storage keeps it as it was.
  }
}

/** How this keyboard calls the key that commands. */
export const commandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl');
