process.argv[2] = 'merge'
await import('./index.js')
