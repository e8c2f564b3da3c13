type Place = {
  host: string
  port: number
  host_setting: string
  port_setting: string
  /** Whether processes were to listen there together. */
  shared?: boolean
}

/** Why a port can't be listened on, as a sentence that names the settings; any other error as it is. */
export function cannotListen(error: unknown, { host, port, host_setting, port_setting, shared }: Place): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'EADDRINUSE': {
      if (shared) {
        return new Error(
          `Port ${port} of ${host} is in use by a process that was started without TIDINGS_REUSE_PORT=true.`,
        )
      }
      const example = `${port_setting}=${port + 1}`
      return new Error(`Port ${port} of ${host} is in use. Set ${port_setting} to another one, for example ${example}.`)
    }
    case 'ENOTSUP':
      return new Error('This system lets no two processes listen on one port: leave TIDINGS_REUSE_PORT out.')
    case 'EACCES':
      return new Error(`Port ${port} of ${host} may not be used by this user. Set ${port_setting} to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`${host_setting} ${host} is not an address of this machine.`)
    default:
      return error
  }
}
