package io.sluice.bench;

import io.sluice.bench.devices.Devices;
import io.sluice.bench.figures.BenchCommand;
import io.sluice.bench.figures.PerftestCommand;
import io.sluice.bench.pair.Pair;
import io.sluice.bench.remote.InitiatorCommand;
import io.sluice.bench.remote.TargetCommand;
import io.sluice.bench.replay.Replay;
import io.sluice.bench.stat.StatCommand;
import io.sluice.bench.trace.GenerateTrace;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/**
 * The {@code sluice} command. Results go to standard output, everything else to standard error. Exit codes: 0 good,
 * 1 failed, 2 wrong usage; the launcher script adds 3 for a command that could not be started.
 */
@Command(name = "sluice", mixinStandardHelpOptions = true, versionProvider = Version.class, //
        description = "Moves registered memory between processes and hosts over RDMA, and measures what that costs.", //
        subcommands = { TargetCommand.class, InitiatorCommand.class, Pair.class, Replay.class, GenerateTrace.class,
            Devices.class,
            StatCommand.class, BenchCommand.class, PerftestCommand.class, HelpCommand.class }, //
        commandListHeading = "%nCommands:%n", //
        exitCodeListHeading = "%nExit codes:%n", //
        exitCodeList = { " 0:all went well", " 1:the command failed; standard error says why", " 2:wrong usage",
            " 3:the launcher could not start it: no JDK, no Maven, or the build failed" }, //
        footerHeading = "%nEnvironment:%n", //
        footer = { "  SLUICE_JAVA_HOME  the JDK to use, 25 or newer; it alone is tried then",
            "  SLUICE_JVM_OPTS   more options for the JVM, separated by blanks", //
            "  SLUICE_JVM_DIRS   folders in which JDKs are sought, separated by colons" })
public final class Sluice {
    private Sluice() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** A fresh command line; a test gives it writers of its own. */
    static CommandLine commandLine() {
        return new CommandLine(new Sluice()).setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(new UsageErrors());
    }
}
