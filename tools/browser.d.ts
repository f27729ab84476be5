// What browsers know and TypeScript's own description of them does not know yet.

interface Navigator {
  setAppBadge?(number?: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

interface Element {
  checkVisibility(asked?: { visibilityProperty?: boolean; opacityProperty?: boolean }): boolean;
}
