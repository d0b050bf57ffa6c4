// A self-signed certificate, as companies have them for their own hosts.
import { generate } from 'selfsigned'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** @param hosts the names that it is valid for */
export async function createCertificate(...hosts: readonly string[]): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: hosts[0] ?? '' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2 as const, value })) },
    ],
  })
  return { key, cert }
}
