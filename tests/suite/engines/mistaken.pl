#!/usr/bin/env perl
# A small engine in another language: attacks and negotiates of the consolidated rules, without allies' powers or facts.
# Its argument chooses one of five mistakes, which the suite finds; with 0 there is none.
use strict;
use warnings;
use JSON::PP;

my $mistake = shift @ARGV // 0;
$| = 1;

sub side {
    my ($text) = @_;
    my ($players, $rest) = split /\s*:\s*/, $text, 2;
    return unless defined $rest and $rest =~ /^(-?\d+|N)((?:\s*\+\s*\d+)*)$/;
    my ($card, $added) = ($1, $2);
    my @plus = $added =~ /(\d+)/g;
    my @players;
    for my $one (split /\s*\+\s*/, $players) {
        return unless $one =~ /^([a-z]+) (\d+)$/;
        push @players, [$1, 0 + $2];
    }
    return { players => \@players, card => $card, plus => \@plus };
}

sub total {
    my ($side) = @_;
    my $sum = $side->{card};
    $sum += $mistake == 2 ? 1 : $_->[1] for @{ $side->{players} };    # 2: a player counts once, whatever its ships
    $sum += $_ for @{ $side->{plus} };
    return $sum;
}

sub fates {
    my ($side, $name, $won, $other) = @_;
    my ($first, %told) = (1);
    for my $player (@{ $side->{players} }) {
        my ($who, $ships) = @$player;
        my %fate = map { $_ => 0 } qw(lands warp returns stays compensation rewards);
        my $where = !$won ? "warp" : $name eq "offense" ? "lands" : $first ? "stays" : "returns";
        $where = "returns" if $mistake == 3 and !$won and !$first;    # 3: beaten allies go home
        $fate{$where} = $ships;
        $fate{rewards} = $ships if $where eq "returns" and $won and $mistake != 4;    # 4: no defender rewards
        my $paid = ($side->{card} eq "N" and !$won and $first and $mistake != 5);    # 5: no compensation
        $fate{compensation} = $ships if $paid;
        my $home = (!$won and $first and $name eq "defense") ? -1 : 0;
        $fate{colonies} = { foreign => $fate{lands} ? 1 : 0, home => $home };
        $told{$who} = { ships => $ships, %fate };
        $first = 0;
    }
    return %told;
}

sub ruling {
    my ($offense, $defense) = @_;
    my ($totals, $wins);
    if ($offense->{card} eq "N" or $defense->{card} eq "N") {
        $wins = $defense->{card} eq "N";
    }
    else {
        $totals = { offense => total($offense), defense => total($defense) };
        $wins = $totals->{offense} > $totals->{defense};
        $wins ||= $totals->{offense} == $totals->{defense} if $mistake == 1;    # 1: a tie is the offense's
    }
    my %players = (fates($offense, "offense", $wins, $defense), fates($defense, "defense", !$wins, $offense));
    return {
        status => "determined", outcome => $wins ? "offense-wins" : "defense-wins", totals => $totals,
        margin => $totals ? abs($totals->{offense} - $totals->{defense}) : undef,
        discards => [(map { "+$_" } sort { $a <=> $b } map { @{ $_->{plus} } } $offense, $defense), map { "$_->{card}" } $offense, $defense],
        players => \%players, second_encounter => $wins ? JSON::PP::true : JSON::PP::false,
    };
}

while (my $line = <STDIN>) {
    my $asked = decode_json($line);
    my %answer = (format => 1, id => $asked->{id});
    my @sides = map { side($_) } split /\s+vs\s+/, $asked->{line} // "";
    my %named = map { $_->[0] => 1 } map { @{ $_->{players} } } @sides;
    my $twice = keys %named != map { @{ $_->{players} } } @sides;
    my $most = @sides == 2 ? (sort { $b <=> $a } map { $_->[1] } @{ $sides[0]{players} })[0] : 0;
    if ($asked->{kind} ne "encounter" or @sides != 2 or $twice or $most > 4 or ($sides[0]{card} . $sides[1]{card}) eq "NN") {
        $answer{unsupported} = "only plain attacks and negotiates";
    }
    else {
        $answer{ruling} = ruling(@sides);
    }
    print encode_json(\%answer), "\n";
}
