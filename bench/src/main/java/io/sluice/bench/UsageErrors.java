package io.sluice.bench;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Answers wrong usage with what is wrong and where help is, on standard error, instead of picocli's whole usage text,
 * which pushes the error off the screen.
 */
final class UsageErrors implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException error, String[] args) {
        CommandLine command = error.getCommandLine();
        var err = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        err.println(command.getColorScheme().errorText(name + ": " + error.getMessage()));
        UnmatchedArgumentException.printSuggestions(error, err);
        err.println("Try '" + name + " --help'.");
        err.flush();
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
