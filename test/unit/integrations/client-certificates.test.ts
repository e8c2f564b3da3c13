import { createPrivateKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { declarationOf } from '../../../src/integrations/kinds/kinds.ts'
import { CERTIFICATE, CLIENT_AUTHORITY, clientCertificate } from '../../support/servers/tls.ts'

const { check } = declarationOf('webhook')
const WAREHOUSE = clientCertificate('warehouse')
const [OWN = '', INTERMEDIATE = ''] = WAREHOUSE.certificate.split(/(?<=-----END CERTIFICATE-----\n)/)

function problemsOf(members: object): string[] {
  const problems = check({ url: 'https://a.example', ...members }, { sqs_machine_role: false })
  return problems.map(({ pointer, detail }) => `${pointer?.replace('/data/configuration/', '')}: ${detail}`)
}

function encrypted(private_key: string): string {
  const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' } as const
  return String(createPrivateKey(private_key).export(options))
}

const withCertificate = (given: object) => problemsOf({ client_certificate: { ...WAREHOUSE, ...given } })

describe('accepts a client certificate', () => {
  test.each([
    ['with intermediate certificates', WAREHOUSE],
    ['without them', { ...WAREHOUSE, certificate: OWN }],
    ['with remarks between them', { ...WAREHOUSE, certificate: `subject=CN = a\n${OWN}\nissuer\n${INTERMEDIATE}` }],
    ['with line ends of CR and LF', { ...WAREHOUSE, certificate: WAREHOUSE.certificate.replaceAll('\n', '\r\n') }],
    ['with the parameters of the curve', { ...WAREHOUSE, private_key: `${PARAMETERS()}${WAREHOUSE.private_key}` }],
  ])('%s', (_, client_certificate) => {
    expect(problemsOf({ client_certificate })).toEqual([])
  })

  test.each([CERTIFICATE, CLIENT_AUTHORITY + CERTIFICATE])('beside trusted authorities (%#)', (ca) => {
    expect(problemsOf({ client_certificate: WAREHOUSE, ca })).toEqual([])
  })
})

/** Block that OpenSSL writes before a key. */
function PARAMETERS(): string {
  return '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n'
}

describe('rejects an unusable client certificate with the problem and the remedy', () => {
  test.each([
    [problemsOf({ client_certificate: 'PEM' }), ['client_certificate: client_certificate must be an object with']],
    [
      problemsOf({ url: 'http://a.example', client_certificate: WAREHOUSE }),
      ['client_certificate: client_certificate needs a url that starts with https://'],
    ],
    [
      problemsOf({ client_certificate: {} }),
      [
        'client_certificate/certificate: certificate must be a certificate in PEM',
        'client_certificate/private_key: private_key must be one private key in PEM',
      ],
    ],
    [withCertificate({ key: 'a' }), ['client_certificate/key: key is not a member of client_certificate: allowed are']],
    [
      withCertificate({ certificate: OWN.replace('MII', 'MIA') }),
      ['client_certificate/certificate: certificate must be a certificate in PEM, which starts with'],
    ],
    [
      withCertificate({ certificate: `${OWN}${WAREHOUSE.private_key}` }),
      ['client_certificate/certificate: certificate must not contain a private key: it is shown to others'],
    ],
    [
      withCertificate({ certificate: 'x'.repeat(65_537) }),
      ['client_certificate/certificate: certificate must not be longer than 65536 characters'],
    ],
    [
      withCertificate({ certificate: `${INTERMEDIATE}${OWN}` }),
      ['client_certificate/certificate: certificate must start with the certificate of private_key, which is number 2'],
    ],
    [
      withCertificate({ private_key: clientCertificate('accounting').private_key }),
      ['client_certificate/private_key: private_key does not belong to the certificate'],
    ],
    [
      withCertificate({ private_key: `${'*'.repeat(200)}---\n` }),
      ['client_certificate/private_key: private_key must be one private key in PEM'],
    ],
    [
      withCertificate({ private_key: WAREHOUSE.private_key.replace('MIG', 'AAA') }),
      ['client_certificate/private_key: private_key is damaged'],
    ],
    [
      withCertificate({ private_key: encrypted(WAREHOUSE.private_key) }),
      ['client_certificate/private_key: private_key is encrypted: decrypt it with openssl pkey'],
    ],
    [withCertificate({ passphrase: 'x' }), ['client_certificate/passphrase: passphrase is not a member of']],
    [
      problemsOf({ client_certificate: clientCertificate('weak') }),
      ['client_certificate/certificate: certificate cannot be used for TLS (its key is too short)'],
    ],
    [problemsOf({ ca: 'PEM' }), ['ca: ca must be a certificate in PEM, which starts with']],
    [problemsOf({ ca: 7 }), ['ca: ca must be a certificate in PEM, which starts with']],
    [problemsOf({ ca: WAREHOUSE.private_key }), ['ca: ca must not contain a private key']],
  ])('%j', (problems, expected) => {
    expect(problems).toEqual(expected.map((start) => expect.stringContaining(start)))
  })

  test('rejects a key that would slow down every handshake', () => {
    // Generating a real key takes a minute, so this one only has numbers of the right size.
    const number = (bytes: number) => Buffer.alloc(bytes, 0xff).toString('base64url')
    const parts = Object.fromEntries(['p', 'q', 'dp', 'dq', 'qi'].map((part) => [part, number(513)]))
    const key = { kty: 'RSA', e: 'AQAB', n: number(1_025), d: number(1_025), ...parts }
    const private_key = String(createPrivateKey({ key, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }))
    expect(withCertificate({ private_key })).toEqual([
      expect.stringContaining('must not be longer than 8192 bits, not 8200'),
    ])
  })
})
