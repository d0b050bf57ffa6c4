// Until every report imports words/baseline.ts.
export * from './words/baseline.ts'
