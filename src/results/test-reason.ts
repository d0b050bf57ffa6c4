// Until every report imports words/test.ts.
export * from './words/test.ts'
