/** The package's version; `npm version` sets it. */
export const VERSION = '1.0.0'
