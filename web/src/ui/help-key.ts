const KEY = 'helpKey';

/** Whether single keys are shortcuts. People who dictate can turn them off (WCAG 2.1.4). */
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
    // Without browser storage the setting is not saved.
  }
}

/** The name of the command key on this keyboard. */
export const commandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl');
