/** What the reader chose for this browser: theme, and digits in cells. */

type Theme = "system" | "light" | "dark";

export const settings: { theme: Theme; digits: boolean } = {
  theme: kept("theme") === "light" ? "light" : kept("theme") === "dark" ? "dark" : "system",
  digits: kept("digits") === "1",
};

/** Goes to the next theme: as the system has it, light, dark. */
export function nextTheme(): void {
  settings.theme = settings.theme === "system" ? "light" : settings.theme === "light" ? "dark" : "system";
  keep("theme", settings.theme);
  applyTheme();
}

export function toggleDigits(): void {
  settings.digits = !settings.digits;
  keep("digits", settings.digits ? "1" : "0");
}

export function applyTheme(): void {
  document.documentElement.dataset["theme"] = settings.theme;
}

// Pages opened from disk may be refused a place to keep things; the choice then holds until they are closed.
function kept(name: string): string | null {
  try {
    return globalThis.localStorage?.getItem(`batt-${name}`) ?? null;
  } catch {
    return null;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`batt-${name}`, value);
  } catch {
    // See above.
  }
}
